// The worker with the rules.

import type { FromRules } from './protocol';

postMessage({ type: 'absent' } satisfies FromRules);
