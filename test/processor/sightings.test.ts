import { describe, expect, it } from 'vitest';
import { Sightings } from '../../src/model/sightings.js';
import { model, retrieval, span } from '../support/facts.js';
import { testProvider } from '../support/sdk.js';
import { generate, retrieve, run, start, testProcessor } from './support.js';

describe('the line that tells what was seen', () => {
  it('comes after a hundred spans', () => {
    const { processor, lines } = testProcessor();
    const { tracer } = testProvider(() => [processor]);
    for (let i = 0; i < 24; i += 1) run(tracer);
    expect(lines).toEqual([]);
    for (let i = 0; i < 10; i += 1) run(tracer);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^100 spans in 0 s: retrieval 25 \(gen_ai 25\), assembly \d+ \(ragspan \d+\), model \d+ \(gen_ai \d+\); nothing is missing$/,
    );
  });

  it('or after a minute, whichever is first', () => {
    const { processor, clock, lines } = testProcessor();
    const { tracer } = testProvider(() => [processor]);
    retrieve(tracer, start(tracer, 'answer'));
    clock.advance(59_000);
    expect(lines).toEqual([]);
    clock.advance(1_000);
    expect(lines).toEqual([
      '1 spans in 60 s: retrieval 1 (gen_ai 1), assembly 0, model 0; missing: no model call: instrument the model client, or wrap the call in generation()',
    ]);
    clock.advance(600_000);
    expect(lines).toHaveLength(1);
  });
});

describe('at the end of a short process', () => {
  it('says that nothing could be judged where the hand-offs stood in traces of their own', async () => {
    const { processor, lines } = testProcessor();
    const { tracer } = testProvider(() => [processor]);
    retrieve(tracer, start(tracer, 'one'));
    generate(tracer, start(tracer, 'two'));
    await processor.shutdown();
    await processor.shutdown();
    expect(lines).toEqual([
      'retrieval and model call never stood in one trace, so there is no run to judge: wrap the request in run()',
    ]);
  });

  it('says nothing where they met', async () => {
    const { processor, lines } = testProcessor();
    const { tracer } = testProvider(() => [processor]);
    run(tracer);
    await processor.shutdown();
    expect(lines).toEqual([]);
  });
});

describe('sightings', () => {
  it('say what to do when nothing is there', () => {
    const sightings = new Sightings();
    expect(sightings.seen()).toBe('retrieval 0, assembly 0, model 0');
    expect(sightings.missing()).toEqual([
      'no retrieval: wrap the search in retrieval()',
      'no model call: instrument the model client, or wrap the call in generation()',
    ]);
  });

  it('name spans without text, tools that may be retrievals, and what limits have changed', () => {
    const sightings = new Sightings();
    sightings.see(span('t', { kind: 'tool' }));
    sightings.see(model('m', undefined, undefined, { dialect: 'gen_ai' }, { contextLossy: true }));
    expect(sightings.missing()).toEqual([
      'no retrieval: wrap the search in retrieval(), or declare the tool that searches in retrieval_tools',
      '1 of 1 model calls without messages: turn on the content capture of that instrumentation, or wrap the call in generation()',
      '1 of 1 model calls without output',
      'no assembly record (optional): wrap prompt packing in assembly() to see budget and cut',
      '1 spans that telemetry limits have changed: raise the attribute limits of the SDK',
    ]);
  });

  it('count rerank spans as retrievals', () => {
    const sightings = new Sightings();
    sightings.see(retrieval('r', ['a'], { kind: 'rerank', dialect: 'openinference' }));
    expect(sightings.count('retrieval')).toBe(1);
    expect(sightings.seen()).toBe('retrieval 1 (openinference 1), assembly 0, model 0');
  });
});
