import { useQuery } from '@tanstack/react-query'
import { FileClock } from 'lucide-react'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Pager } from '../../ui/pager.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from './audit.module.css'
import { AuditEntryItem } from './audit-entry-item.tsx'
import { type AuditFilter, emptyFilter, queryOf } from './audit-filter.ts'
import { AuditFilterForm } from './audit-filter-form.tsx'

const PER_PAGE = 25

/** All changes, newest first. An object id in the address shows the changes of that object. */
export function AuditPage({ path }: { path: readonly string[] }) {
  const { client } = usePortal()
  const [filter, setFilter] = useState<AuditFilter>({ ...emptyFilter, subject: path[0] ?? '' })
  const [page, setPage] = useState(1)
  const wanted = useDelayed(filter)
  const entries = useQuery({
    queryKey: portalKeys.audit.page(page, wanted),
    queryFn: ({ signal }) =>
      client.page('GET /audit', { ...queryOf(wanted), page, page_size: PER_PAGE }, { signal }),
  })
  function change(next: AuditFilter) {
    setFilter(next)
    setPage(1)
  }
  return (
    <SectionPage title={p.audit.title} intro={p.audit.intro}>
      <AuditFilterForm filter={filter} onChange={change} />
      {entries.error !== null && <ErrorState error={entries.error} onRetry={entries.refetch} />}
      {entries.isFetching && !entries.data && <LoadingState />}
      {entries.data?.items.length === 0 && (
        <EmptyState icon={<FileClock />} title={p.audit.none}>
          {p.audit.noneHint}
        </EmptyState>
      )}
      {entries.data && entries.data.items.length > 0 && (
        <>
          <p className={styles.count} role="status">
            {p.audit.count(entries.data.total)}
          </p>
          <ul className={styles.list}>
            {entries.data.items.map((entry) => (
              <AuditEntryItem
                key={entry.id}
                entry={entry}
                onSubject={(subject) => change({ ...emptyFilter, subject })}
              />
            ))}
          </ul>
          <Pager page={entries.data.page} pages={entries.data.pages} onTurn={setPage} />
        </>
      )}
    </SectionPage>
  )
}
