import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `npm run faults`: the same tests for minutes each, one after another, so that each has the machine for itself. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/faults/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    env: { FAULT_MINUTES: process.env.FAULT_MINUTES ?? '2', FAULT_LOAD: process.env.FAULT_LOAD ?? '2' },
    fileParallelism: false,
    hookTimeout: 240_000,
  },
})
