import type { Texts } from '../texts.ts'

export const compose: Texts['compose'] = {}
