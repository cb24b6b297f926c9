package ragspanprocessor

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/xpdata/pref"
	"go.opentelemetry.io/collector/processor"
	"go.uber.org/zap"

	"github.com/ragspan/ragspan/collector/internal/cases"
	"github.com/ragspan/ragspan/collector/internal/contentdigest"
	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/journal"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
)

// recentSpans without a part are remembered, over all traces.
const recentSpans = 16_384

// longestShutdown is how long the next consumer is asked again at the end.
const longestShutdown = 10 * time.Second

// An eighth of max_buffered_bytes may be taken by those of them that a dialect has a word on.
const recentShare = 8

// tracesProcessor is lifecycle and order, nothing else (spec §9, §11).
//
// How it works: a batch is read once for names of attributes. A batch that concerns no run goes on as it
// came. Else the spans of traces with a part of a run are translated by the caller; their shard says which
// of them have to stay, because a verdict may be written on them; all others go to the next consumer at
// once, and only when that took them does the shard keep what stays. One goroutine a shard decides what is
// due: it judges on a copy of the list, outside the lock, writes the verdicts and hands on what was held.
type tracesProcessor struct {
	config   *Config
	next     consumer.Traces
	logger   *zap.Logger
	clock    clock
	id       component.ID
	journals *journal.Shards
	events   *logEvents
	counts   *counts
	guard    *guard
	judging  model.JudgingOptions
	carriers emit.Carriers
	limits   *valueLimits
	watch    *cases.Watch
	shards   []*shard
	joined   *joinedTraces
	cache    *decisions
	// Traces held, decided ones included: at zero a batch without a part needs no look at the shards.
	held atomic.Int64

	recentMutex sync.Mutex
	recent      *pending.RecentSpans

	// Told of each first verdict; nil outside of tests.
	onVerdict func(*model.RunVerdict)

	isClosed        atomic.Bool
	longestShutdown time.Duration
	// Calls under way, and the processor itself until Shutdown.
	storageUsers atomic.Int64
	closeOnce    sync.Once
	// How often a trace has looked at what is remembered of it.
	recalls atomic.Uint64
	stop    context.CancelFunc
	group   sync.WaitGroup
}

func newTracesProcessor(settings processor.Settings, config *Config, next consumer.Traces, clock clock) (*tracesProcessor, error) {
	judging, err := judgingOptions(config)
	if err != nil {
		return nil, err
	}
	p := &tracesProcessor{
		config: config, next: next, logger: settings.Logger, clock: clock, id: settings.ID, judging: judging,
		longestShutdown: longestShutdown,
		limits:          newValueLimits(config.ValueLengthLimit), recent: pending.NewRecentSpans(recentSpans, config.MaxBufferedBytes/recentShare),
		// A run and its trace have a key each.
		cache:  &decisions{cache: pending.NewDecisionCache(2*config.DecisionCache.Size, config.DecisionCache.TTL)},
		joined: newJoinedTraces(config.NumTraces), events: joinLogEvents(config, false),
	}
	for _, carrier := range config.Emit {
		switch carrier {
		case carrierAttributes:
			p.carriers.Attributes = true
		case carrierSpanEvent:
			p.carriers.SpanEvent = true
		case carrierLogEvent:
			p.carriers.LogEvent = true
		}
	}
	if p.counts, err = newCounts(settings.TelemetrySettings, p.openTraces); err != nil {
		return nil, err
	}
	p.events.tellOfDropped(func(spans int) { p.counts.dropped(droppedLogRecord, spans) })
	p.guard = &guard{logger: settings.Logger, onFault: func() { p.counts.dropped(droppedFault, 1) }}
	number := config.NumShards
	if number == 0 {
		number = runtime.GOMAXPROCS(0)
	}
	number = min(number, config.NumTraces)
	p.storageUsers.Store(1)
	for range number {
		p.shards = append(p.shards, newShard(p, number))
	}
	return p, nil
}

// Capabilities: verdicts are written on spans.
func (*tracesProcessor) Capabilities() consumer.Capabilities {
	return consumer.Capabilities{MutatesData: true}
}

// Start reads the case file and what an earlier process left in storage, and sets the shards to work.
func (p *tracesProcessor) Start(ctx context.Context, host component.Host) error {
	if err := p.prepare(ctx, host); err != nil {
		return err
	}
	running, stop := context.WithCancel(context.Background())
	p.stop = stop
	if p.watch != nil {
		p.group.Go(func() { p.watch.Run(running, cases.DefaultPoll) })
	}
	for _, one := range p.shards {
		p.group.Go(func() { one.run(running) })
	}
	return nil
}

// prepare is all of Start but the goroutines.
func (p *tracesProcessor) prepare(ctx context.Context, host component.Host) error {
	if p.config.DecisionCache.Size < p.config.NumTraces {
		p.logger.Warn("decision_cache::size is smaller than num_traces: a run may be judged and counted twice",
			zap.Int("decision_cache::size", p.config.DecisionCache.Size), zap.Int("num_traces", p.config.NumTraces))
	}
	if p.config.Cases != "" {
		p.watch = cases.NewWatch(p.config.Cases,
			func(line string) { p.logger.Error(line) },
			func() { p.logger.Info("case file read again", zap.String("cases", p.config.Cases)) })
	}
	if err := p.openStorage(ctx, host); err != nil {
		return fmt.Errorf("storage: %q: %w", p.config.Storage, err)
	}
	return nil
}

// Shutdown decides all runs and hands on all spans, within the context; a second call does nothing.
func (p *tracesProcessor) Shutdown(ctx context.Context) error {
	if p.isClosed.Swap(true) {
		return nil
	}
	if p.stop != nil {
		p.stop()
	}
	p.group.Wait()
	// The Collector's own context never ends, and a next consumer may refuse for ever.
	bounded, end := context.WithTimeout(ctx, p.longestShutdown)
	defer end()
	var problems []error
	for _, one := range p.shards {
		problems = append(problems, one.shutdown(bounded))
	}
	p.counts.shutdown()
	leaveLogEvents(p.config)
	problems = append(problems, p.leaveStorage(ctx))
	return errors.Join(problems...)
}

// book is the case file in force; nil: no cases.
func (p *tracesProcessor) book() *model.CaseBook {
	if p.watch == nil {
		return nil
	}
	return p.watch.Book()
}

func (p *tracesProcessor) openTraces() int64 {
	open := int64(0)
	for _, one := range p.shards {
		open += one.open()
	}
	return open
}

func (p *tracesProcessor) shardOf(leader pending.TraceID) *shard {
	// Trace ids are random in their last bytes.
	return p.shards[(uint(leader[15])|uint(leader[14])<<8|uint(leader[13])<<16)%uint(len(p.shards))]
}

// ConsumeTraces hands on at once what need not wait.
func (p *tracesProcessor) ConsumeTraces(ctx context.Context, traces ptrace.Traces) error {
	p.storageUsers.Add(1)
	defer func() {
		if err := p.leaveStorage(context.WithoutCancel(ctx)); err != nil {
			p.logger.Warn("the storage does not close", zap.Error(err))
		}
	}()
	if p.isClosed.Load() {
		return p.forward(ctx, traces)
	}
	var read *batch
	if !p.guard.run("reading spans", func() { read = p.read(traces) }) || read == nil {
		return p.forward(ctx, traces)
	}
	if err := p.makeRoom(ctx, read); err != nil {
		return err
	}
	isPlanned := p.guard.run("planning", func() { p.plan(read) })
	if isPlanned {
		p.record(traces, read)
		p.takeOut(traces, read)
	}
	if traces.SpanCount() > 0 {
		isTaken := false
		defer func() {
			// Nothing has been kept: the sender may send all of it again, after a panic too.
			if !isTaken {
				read.putBack(traces)
			}
		}()
		if err := p.forward(ctx, traces); err != nil {
			return err
		}
		isTaken = true
	}
	if isPlanned && !p.guard.run("keeping spans", func() { p.keep(ctx, read) }) {
		return p.forward(ctx, read.heldTraces())
	}
	if p.isClosed.Load() {
		// Shutdown may have passed before the spans were kept: nobody else would hand them on.
		return p.leave(ctx, read)
	}
	return nil
}

// leave decides and hands on what a call kept while Shutdown ran.
func (p *tracesProcessor) leave(ctx context.Context, read *batch) error {
	const longest = 5 * time.Second
	bounded, end := context.WithTimeout(ctx, longest)
	defer end()
	var problems []error
	for _, one := range read.order {
		problems = append(problems, one.shard.shutdown(bounded))
	}
	return errors.Join(problems...)
}

// forward is the only way out: under content: digest no captured text passes it, whatever went wrong before.
func (p *tracesProcessor) forward(ctx context.Context, traces ptrace.Traces) error {
	if p.config.Content == ContentDigest {
		contentdigest.Sweep(traces, p.judging.Hash)
	}
	// What we made ourselves belongs to nobody yet. Behind a fan-out to two connectors the first would claim it, and under
	// pdata.useProtoPooling recycle it before the second has read it (Collector v0.161.0): it is ours, for the garbage
	// collector to take. What came from a receiver has its owner already.
	pref.MarkPipelineOwnedTraces(traces)
	return p.next.ConsumeTraces(ctx, traces)
}
