#!/usr/bin/env node
import module from 'node:module';

// From Node 22.8 on, what V8 made of the files is kept for the next run; so this stands before all that is loaded.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();
const { run } = await import('./program.ts');
await run();
