import type { ReactNode } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import styles from './extensions.module.css'
import { type ExtensionQuery, extensionFilters } from './load-extensions.ts'

const sorts = ['number', 'user'] as const

export function ExtensionFilters({
  query,
  onQuery,
  instanceChoice,
}: {
  query: ExtensionQuery
  onQuery: (query: ExtensionQuery) => void
  instanceChoice: ReactNode
}) {
  const change = (part: Partial<ExtensionQuery>) => onQuery({ ...query, ...part, page: 1 })
  return (
    <search className={styles.filters}>
      {instanceChoice}
      <div className={styles.search}>
        <TextField
          label={p.extensions.searchLabel}
          type="search"
          value={query.search}
          maxLength={200}
          onChange={(event) => change({ search: event.target.value })}
        />
      </div>
      <SelectField
        label={p.extensions.show}
        value={query.filter}
        onChange={(event) => change({ filter: event.target.value as ExtensionQuery['filter'] })}
      >
        {extensionFilters.map((filter) => (
          <option key={filter} value={filter}>
            {p.extensions.filters[filter]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={p.extensions.sort}
        value={query.sort}
        // The list of the user's own extensions has only one order.
        disabled={query.filter === 'mine'}
        onChange={(event) => change({ sort: event.target.value as ExtensionQuery['sort'] })}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {p.extensions.sorts[sort]}
          </option>
        ))}
      </SelectField>
    </search>
  )
}
