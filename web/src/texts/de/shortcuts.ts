import type { Texts } from '../texts.ts'

export const shortcuts: Texts['shortcuts'] = {}
