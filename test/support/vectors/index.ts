import type { VectorSpec } from '../vector-builder.js';
import { canonicalVectors } from './canonical.js';
import { fateVectors } from './fates.js';
import { formVectors } from './forms.js';
import { verdictVectors } from './verdicts.js';
import { unknownVectors } from './unknown.js';
import { logVectors } from './log.js';
import { callVectors } from './calls.js';
import { auditVectors } from './audit.js';
import { instructionVectors } from './instructions.js';
import { generationVectors } from './generation.js';
import { joiningVectors } from './joining.js';
import { caseVectors } from './cases.js';
import { contextVectors } from './context.js';
import { dialectVectors } from './dialects.js';
import { partVectors } from './parts.js';
import { frameworkVectors } from './frameworks.js';
import { cornerVectors } from './corners.js';
import { edgeVectors } from './edges.js';
import { moreVectors } from './more.js';

/** All vectors of the repository, in the order of the specification. */
export const vectors: readonly VectorSpec[] = [
  ...canonicalVectors,
  ...verdictVectors,
  ...fateVectors,
  ...formVectors,
  ...unknownVectors,
  ...logVectors,
  ...callVectors,
  ...generationVectors,
  ...auditVectors,
  ...instructionVectors,
  ...joiningVectors,
  ...contextVectors,
  ...partVectors,
  ...dialectVectors,
  ...moreVectors,
  ...edgeVectors,
  ...cornerVectors,
  ...frameworkVectors,
  ...caseVectors,
];
