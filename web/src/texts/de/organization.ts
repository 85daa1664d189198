import type { Texts } from '../texts.ts'

export const organization: Texts['organization'] = {}
