import { useQuery } from '@tanstack/react-query'
import { FileUp, Phone, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Extension } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { useSelection } from '../bulk/use-selection.ts'
import { ImportDialog } from '../imports/import-dialog.tsx'
import { RunningImports } from '../imports/running-imports.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo } from '../shell/portal-path.ts'
import { ExtensionBulkBar } from './extension-bulk-bar.tsx'
import { ExtensionFilters } from './extension-filters.tsx'
import { ExtensionTable } from './extension-table.tsx'
import styles from './extensions.module.css'
import { type ExtensionQuery, loadExtensions } from './load-extensions.ts'
import { callText, stateText } from './subscriber-badges.tsx'
import { useSubscribers } from './use-subscribers.ts'

interface ExtensionListProps {
  instanceUuid: string
  query: ExtensionQuery
  onQuery: (query: ExtensionQuery) => void
  /** When there are several instances. */
  instanceChoice: ReactNode
}

export function ExtensionList({ instanceUuid, query, onQuery, instanceChoice }: ExtensionListProps) {
  const { client, mayEditExtensions } = usePortal()
  const selection = useSelection<Extension>(({ _id }) => _id)
  const [importing, setImporting] = useState(false)
  const search = useDelayed(query.search.trim())
  const list = useQuery({
    queryKey: portalKeys.extensions.page(instanceUuid, { ...query, search }),
    queryFn: ({ signal }) => loadExtensions(client, instanceUuid, { ...query, search }, signal),
  })
  const { last, subscriberOf } = useSubscribers()
  const isFiltered = search !== '' || query.filter !== 'all'
  const add = (
    <ButtonLink look="primary" icon={<Plus />} {...linkTo('extensions', instanceUuid, 'new')}>
      {p.extensions.add}
    </ButtonLink>
  )
  return (
    <SectionPage
      title={p.extensions.title}
      intro={p.extensions.intro}
      actions={
        mayEditExtensions && (
          <>
            <Button icon={<FileUp />} onClick={() => setImporting(true)}>
              {p.extensions.import}
            </Button>
            {add}
          </>
        )
      }
    >
      <ExtensionFilters query={query} onQuery={onQuery} instanceChoice={instanceChoice} />
      <p className="visually-hidden" role="status">
        {last &&
          p.extensions.nowIs(last.number, [stateText(last), callText(last)].filter(Boolean).join(', '))}
      </p>
      {mayEditExtensions && !importing && <RunningImports instanceUuid={instanceUuid} />}
      <ExtensionBulkBar instanceUuid={instanceUuid} selection={selection} />
      {list.error !== null && <ErrorState error={list.error} onRetry={list.refetch} />}
      {list.error === null && !list.data && <LoadingState />}
      {list.data?.total === 0 &&
        (isFiltered ? (
          <EmptyState icon={<Phone />} title={p.extensions.noneFound}>
            {p.extensions.noneFoundHint}
          </EmptyState>
        ) : (
          <EmptyState icon={<Phone />} title={p.extensions.none} action={mayEditExtensions && add}>
            {p.extensions.noneHint}
          </EmptyState>
        ))}
      {list.data && list.data.total > 0 && (
        <>
          <p className={styles.total}>{p.extensions.total(list.data.total)}</p>
          <ExtensionTable
            instanceUuid={instanceUuid}
            selection={selection}
            extensions={list.data.items}
            subscriberOf={subscriberOf}
          />
          <Pager {...list.data} onTurn={(page) => onQuery({ ...query, page })} />
        </>
      )}
      {importing && (
        <ImportDialog
          kind="extensions"
          instanceUuid={instanceUuid}
          onClose={() => setImporting(false)}
          onImported={() => void list.refetch()}
        />
      )}
    </SectionPage>
  )
}
