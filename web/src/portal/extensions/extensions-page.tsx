import type { Extension } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { FileUp, Phone, Plus, Server } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { RowLink, SelectRow, Table } from '../../ui/table.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { type Selection, useSelection } from '../bulk/use-selection.ts'
import {
  type ExtensionQuery,
  extensionFilters,
  loadExtensions,
  wholeList,
} from '../extension-form/load-extensions.ts'
import { NewExtensionPage } from '../extension-form/new-extension-page.tsx'
import { ImportDialog } from '../imports/import-dialog.tsx'
import { RunningImports } from '../imports/running-imports.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo, openPortalPath, portalFilter } from '../shell/portal-path.ts'
import { ExtensionBulkBar } from './extension-bulk-bar.tsx'
import { ExtensionDetail } from './extension-detail.tsx'
import styles from './extensions.module.css'
import { callText, SubscriberBadges, stateText } from './subscriber-badges.tsx'
import { type Subscriber, useSubscribers } from './use-subscribers.ts'

const sorts = ['number', 'user'] as const

/** /portal/extensions, and behind it the instance and the extension. */
export function ExtensionsPage({ path }: { path: readonly string[] }) {
  const { client } = usePortal()
  const [uuid, extensionId] = path
  const instances = useQuery({
    queryKey: portalKeys.instances.list,
    queryFn: ({ signal }) => client.call('GET /instances', {}, undefined, { signal }),
  })
  // Kept here, so that the list is as it was when one comes back to it.
  const [query, setQuery] = useState(() => {
    const filter = extensionFilters.find((one) => one === portalFilter('show'))
    return filter ? { ...wholeList, filter } : wholeList
  })
  if (!instances.data)
    return instances.error === null ? (
      <LoadingState />
    ) : (
      <ErrorState error={instances.error} onRetry={instances.refetch} />
    )
  const instance = uuid === undefined ? instances.data[0] : instances.data.find((one) => one.uuid === uuid)
  if (!instance)
    return uuid === undefined ? (
      <EmptyState icon={<Server />} title={p.extensions.noInstances}>
        {p.extensions.noInstancesHint}
      </EmptyState>
    ) : (
      <EmptyState
        icon={<Server />}
        title={p.extensions.noInstance}
        action={<a {...linkTo('extensions')}>{p.extensions.toList}</a>}
      />
    )
  if (extensionId === 'new') return <NewExtensionPage instanceUuid={instance.uuid} />
  if (extensionId !== undefined)
    return <ExtensionDetail key={extensionId} instanceUuid={instance.uuid} extensionId={extensionId} />
  return (
    <ExtensionList
      key={instance.uuid}
      instanceUuid={instance.uuid}
      query={query}
      onQuery={setQuery}
      instanceChoice={
        instances.data.length > 1 && (
          <SelectField
            label={p.extensions.instance}
            value={instance.uuid}
            onChange={(event) => {
              setQuery(wholeList)
              openPortalPath('extensions', event.target.value)
            }}
          >
            {instances.data.map((one) => (
              <option key={one.uuid} value={one.uuid}>
                {one.hostname || one.internal_domain}
              </option>
            ))}
          </SelectField>
        )
      }
    />
  )
}

interface ExtensionListProps {
  instanceUuid: string
  query: ExtensionQuery
  onQuery: (query: ExtensionQuery) => void
  /** When there are several instances. */
  instanceChoice: ReactNode
}

function ExtensionList({ instanceUuid, query, onQuery, instanceChoice }: ExtensionListProps) {
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

function ExtensionFilters({
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

function ExtensionTable({
  instanceUuid,
  extensions,
  subscriberOf,
  selection,
}: {
  instanceUuid: string
  extensions: readonly Extension[]
  subscriberOf: (extension: Extension) => Subscriber
  selection: Selection<Extension>
}) {
  const { mayManage } = usePortal()
  const { number, name, user, purpose, state } = p.extensions
  return (
    <Table
      label={p.extensions.table}
      selection={
        mayManage
          ? {
              label: p.bulk.selectAll,
              state: selection.state(extensions),
              onToggle: () => selection.toggleAll(extensions),
            }
          : undefined
      }
      headings={[number, name, state, user, purpose]}
    >
      {extensions.map((extension) => (
        <tr key={extension._id}>
          {mayManage && (
            <SelectRow
              label={p.bulk.select(String(extension.data.id))}
              checked={selection.has(extension)}
              onToggle={() => selection.toggle(extension)}
            />
          )}
          <td>
            <RowLink className={styles.number} {...linkTo('extensions', instanceUuid, extension._id)}>
              {extension.data.id}
            </RowLink>
          </td>
          <td className={styles.name}>
            {extension.data.name}
            {extension.data.description && <small>{extension.data.description}</small>}
          </td>
          <td>
            <SubscriberBadges subscriber={subscriberOf(extension)} />
          </td>
          <td data-label={user}>
            {extension.user ? (
              `${extension.user.first_name} ${extension.user.last_name}`
            ) : (
              <span className={styles.faint}>{p.extensions.nobody}</span>
            )}
          </td>
          <td>{purposeText(extension.purpose)}</td>
        </tr>
      ))}
    </Table>
  )
}

const purposeText = (purpose: string) => (p.extensions.purposes as Record<string, string>)[purpose] ?? purpose
