import type { Texts } from '../texts.ts'

export const sidebar: Texts['sidebar'] = {}
