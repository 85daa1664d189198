import type { Texts } from '../texts.ts'

export const streams: Texts['streams'] = {}
