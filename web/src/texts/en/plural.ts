import { pluralOf } from '../plural-of.ts'

export const plural = pluralOf('en')
