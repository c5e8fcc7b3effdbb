// The client of the service as it is published passes what its sources pass.
import { vi } from 'vitest';

vi.mock('../../src/service/index.ts', () => import('../../dist/service/index.js' as string));
await import('../service/client.test.ts');
