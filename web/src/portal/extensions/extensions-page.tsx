import type { Extension } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FileUp, Phone, Plus, Server } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Column, Filter, FilterValues, ListState, Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { RowLink } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { ExtensionForm } from '../extension-form/extension-form.tsx'
import { ImportDialog } from '../imports/import-dialog.tsx'
import { RunningImports } from '../imports/import-state.tsx'
import { loadExtensions, shownExtensions } from '../numbers/load-extensions.ts'
import { NoSipNotice } from '../shell/no-sip-notice.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo, openPortalPath, portalFilter } from '../shell/portal-path.ts'
import { type ExtensionChanges, extensionBulk } from './extension-bulk.tsx'
import { ExtensionDetail } from './extension-detail.tsx'
import styles from './extensions.module.css'
import { callText, type Subscriber, SubscriberBadges, stateText, useSubscribers } from './subscribers.tsx'

/** /portal/extensions, and behind it the instance and the extension. */
export function ExtensionsPage({ path }: { path: readonly string[] }) {
  const { client } = usePortal()
  const [uuid, extensionId] = path
  const instances = useQuery({
    queryKey: portalKeys.instances.list,
    queryFn: ({ signal }) => client.call('GET /instances', {}, undefined, { signal }),
  })
  // Kept here, so that the list is as it was when one comes back to it.
  const kept = useState<ListState>()
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
      kept={kept}
      instanceChoice={
        instances.data.length > 1 && (
          <SelectField
            label={p.extensions.instance}
            value={instance.uuid}
            onChange={(event) => {
              kept[1](undefined)
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
  kept: NonNullable<Resource<Extension>['kept']>
  /** When there are several instances. */
  instanceChoice: ReactNode
}

function ExtensionList({ instanceUuid, kept, instanceChoice }: ExtensionListProps) {
  const { client, mayManage, mayEditExtensions } = usePortal()
  const { last, subscriberOf } = useSubscribers()
  const add = (
    <ButtonLink look="primary" icon={<Plus />} {...linkTo('extensions', instanceUuid, 'new')}>
      {p.extensions.add}
    </ButtonLink>
  )
  const resource: Resource<Extension, ExtensionChanges> = {
    title: p.extensions.title,
    intro: p.extensions.intro,
    label: p.extensions.table,
    pages: {
      key: portalKeys.extensions.page(instanceUuid),
      load: ({ page, values, signal }) => loadExtensions(client, instanceUuid, { page, values }, signal),
    },
    kept,
    idOf: ({ _id }) => _id,
    nameOf: ({ data }) => `${data.id} ${data.name}`,
    filters: extensionFilters(kept[0]?.values),
    above: (
      <>
        <NoSipNotice />
        {instanceChoice}
        <p className="visually-hidden" role="status">
          {last &&
            p.extensions.nowIs(last.number, [stateText(last), callText(last)].filter(Boolean).join(', '))}
        </p>
        {mayEditExtensions && <RunningImports instanceUuid={instanceUuid} />}
      </>
    ),
    count: p.extensions.total,
    empty: {
      icon: <Phone />,
      title: p.extensions.none,
      hint: p.extensions.noneHint,
    },
    noMatch: () => ({
      icon: <Phone />,
      title: p.extensions.noneFound,
      hint: p.extensions.noneFoundHint,
    }),
    columns: extensionColumns(instanceUuid, subscriberOf),
    buttons: (open) =>
      mayEditExtensions && (
        <>
          <Button icon={<FileUp />} onClick={() => open('import')}>
            {p.extensions.import}
          </Button>
          {add}
        </>
      ),
    pageDialogs: {
      import: ({ reload, onClose }) => (
        <ImportDialog kind="extensions" instanceUuid={instanceUuid} onClose={onClose} onImported={reload} />
      ),
    },
    bulk: mayManage && extensionBulk(client, instanceUuid),
  }
  return <ResourceList resource={resource} />
}

const extensionFilters = (values: FilterValues | undefined): Filter[] => [
  { name: 'search', kind: 'search', label: p.extensions.searchLabel, maxLength: 200 },
  {
    name: 'show',
    kind: 'select',
    label: p.extensions.show,
    initial: shownExtensions.find((one) => one === portalFilter('show')) ?? '',
    options: [
      { value: null, text: p.extensions.filters.all },
      ...shownExtensions.map((value) => ({ value, text: p.extensions.filters[value] })),
    ],
  },
  {
    name: 'sort',
    kind: 'select',
    label: p.extensions.sort,
    // The list of the user's own extensions has only one order.
    disabled: values?.show === 'mine',
    options: [
      { value: null, text: p.extensions.sorts.number },
      { value: 'user', text: p.extensions.sorts.user },
    ],
  },
]

const extensionColumns = (
  instanceUuid: string,
  subscriberOf: (extension: Extension) => Subscriber,
): Column<Extension>[] => [
  {
    heading: p.extensions.number,
    cell: ({ _id, data }) => (
      <RowLink className={styles.number} {...linkTo('extensions', instanceUuid, _id)}>
        {data.id}
      </RowLink>
    ),
  },
  {
    heading: p.extensions.name,
    className: styles.name,
    cell: ({ data: { name, description } }) => (
      <>
        {name}
        {description && <small>{description}</small>}
      </>
    ),
  },
  {
    heading: p.extensions.state,
    cell: (extension) => <SubscriberBadges subscriber={subscriberOf(extension)} />,
  },
  {
    heading: p.extensions.user,
    labelled: true,
    cell: ({ user }) =>
      user ? (
        `${user.first_name} ${user.last_name}`
      ) : (
        <span className={styles.faint}>{p.extensions.nobody}</span>
      ),
  },
  { heading: p.extensions.purpose, cell: ({ purpose }) => purposeText(purpose) },
]

const purposeText = (purpose: string) => (p.extensions.purposes as Record<string, string>)[purpose] ?? purpose

function NewExtensionPage({ instanceUuid }: { instanceUuid: string }) {
  return (
    <SectionPage
      title={p.extensions.newTitle}
      intro={p.extensions.newIntro}
      actions={
        <ButtonLink icon={<ArrowLeft />} {...linkTo('extensions', instanceUuid)}>
          {p.extensions.toList}
        </ButtonLink>
      }
    >
      <ExtensionForm
        instanceUuid={instanceUuid}
        onSaved={({ _id, data }) => {
          showToast(p.extensions.created(data.id))
          openPortalPath('extensions', instanceUuid, _id)
        }}
      />
    </SectionPage>
  )
}
