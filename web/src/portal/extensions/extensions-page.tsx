import { useQuery } from '@tanstack/react-query'
import { Server } from 'lucide-react'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { NewExtensionPage } from '../extension-form/new-extension-page.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo, openPortalPath, portalFilter } from '../shell/portal-path.ts'
import { ExtensionDetail } from './extension-detail.tsx'
import { ExtensionList } from './extension-list.tsx'
import { extensionFilters, wholeList } from './load-extensions.ts'

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
