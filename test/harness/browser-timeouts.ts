import { expect, vi } from 'vitest'

// Runs before each test file. A browser test has many steps, and a busy machine takes long for each.
if (expect.getState().testPath?.includes('/test/web/')) {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })
}
