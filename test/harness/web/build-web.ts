import { build } from '../../../build.js'

/** Builds the web app if it has changed. */
export function buildWeb(): Promise<void> {
  building ??= build(['web'])
  return building
}

let building: Promise<void> | undefined
