import type { Texts } from '../texts.ts'

export const messages: Texts['messages'] = {}
