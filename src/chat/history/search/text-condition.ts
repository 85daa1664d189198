import type { SearchTerm } from '../../messages/search-index/search-term.ts'
import type { Condition } from '../narrows/condition.ts'

export const hasTextCondition = ({ conditions }: { conditions: readonly Condition[] }) =>
  conditions.some((condition) => condition.kind === 'text')

export interface SeparatedSearch {
  /** a message has to contain all of them */
  wanted: SearchTerm[]
  /** a message must not contain all terms of one list */
  unwanted: (readonly SearchTerm[])[]
  /** conditions without text */
  rest: Condition[]
}

export function separateText(conditions: readonly Condition[]): SeparatedSearch {
  const separated: SeparatedSearch = { wanted: [], unwanted: [], rest: [] }
  for (const condition of conditions) {
    if (condition.kind !== 'text') separated.rest.push(condition)
    else if (condition.negated) separated.unwanted.push(condition.terms)
    else separated.wanted.push(...condition.terms)
  }
  return separated
}
