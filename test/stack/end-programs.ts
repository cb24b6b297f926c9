/** A test that fails half-way leaves no program behind: workers of vitest end without an exit event. */
import { afterAll } from 'vitest';
import { killAll } from '../../scripts/stack/program.js';

afterAll(killAll);
