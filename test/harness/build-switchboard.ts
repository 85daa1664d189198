import { resolve } from 'node:path'
import { build } from '../../build.js'

export const root = resolve(import.meta.dirname, '../..')

/** Compiles src/ into dist/ if it has changed. Test files that want it at the same time share one build. */
export function buildSwitchboard(): Promise<void> {
  // Once for a test file: its processes must not run different builds because somebody edits meanwhile. Type errors are
  // for the type check to report: what was emitted can be run and tested.
  building ??= build(['server'], { acceptTypeErrors: true })
  return building
}

let building: Promise<void> | undefined
