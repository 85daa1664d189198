import type { SearchTerm } from '../../messages/search-index/search-term.ts'
import type { Condition } from '../narrows/condition.ts'

export const asksForText = ({ conditions }: { conditions: readonly Condition[] }) =>
  conditions.some((condition) => condition.kind === 'text')

export interface SeparatedSearch {
  /** all of them have to be there */
  wanted: SearchTerm[]
  /** of each of these something has to be missing */
  unwanted: (readonly SearchTerm[])[]
  /** what does not ask for text */
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
