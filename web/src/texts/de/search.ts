import type { Texts } from '../texts.ts'

export const search: Texts['search'] = {}
