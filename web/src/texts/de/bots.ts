import type { Texts } from '../texts.ts'

export const bots: Texts['bots'] = {}
