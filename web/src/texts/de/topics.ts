import type { Texts } from '../texts.ts'

export const topics: Texts['topics'] = {}
