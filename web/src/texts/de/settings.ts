import type { Texts } from '../texts.ts'

export const settings: Texts['settings'] = {}
