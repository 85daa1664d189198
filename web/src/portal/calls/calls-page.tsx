import { useQuery } from '@tanstack/react-query'
import { PhoneCall } from 'lucide-react'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Pager } from '../../ui/pager.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { type CallFilter, emptyFilter, isEmpty, queryOf } from './call-filter.ts'
import { CallFilterForm } from './call-filter-form.tsx'
import { CallTable } from './call-table.tsx'

const PER_PAGE = 25

/** The call history: the company's for owners, their own for others. */
export function CallsPage() {
  const { client } = usePortal()
  const [filter, setFilter] = useState<CallFilter>(emptyFilter)
  const [page, setPage] = useState(1)
  const wanted = useDelayed(filter)
  const calls = useQuery({
    queryKey: portalKeys.calls.page(page, wanted),
    queryFn: ({ signal }) =>
      client.page('GET /cdrs', { ...queryOf(wanted), page, page_size: PER_PAGE }, { signal }),
  })
  function change(next: CallFilter) {
    setFilter(next)
    setPage(1)
  }
  return (
    <SectionPage title={p.shell.sections.calls} intro={p.calls.intro}>
      <CallFilterForm filter={filter} onChange={change} />
      {calls.error !== null && <ErrorState error={calls.error} onRetry={calls.refetch} />}
      {calls.isFetching && !calls.data && <LoadingState />}
      {calls.data?.items.length === 0 && (
        <EmptyState icon={<PhoneCall />} title={isEmpty(wanted) ? p.calls.none : p.calls.nothingFound}>
          {isEmpty(wanted) ? p.calls.noneHint : p.calls.nothingFoundHint}
        </EmptyState>
      )}
      {calls.data && calls.data.items.length > 0 && (
        <>
          <CallTable calls={calls.data.items} />
          <Pager page={calls.data.page} pages={calls.data.pages} onTurn={setPage} />
        </>
      )}
    </SectionPage>
  )
}
