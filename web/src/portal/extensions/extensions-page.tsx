import { Server } from 'lucide-react'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { NewExtensionPage } from '../extension-form/new-extension-page.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { openPortalPath } from '../shell/portal-path.ts'
import { ExtensionDetail } from './extension-detail.tsx'
import { ExtensionList } from './extension-list.tsx'
import { wholeList } from './load-extensions.ts'

/** /portal/extensions, and behind it the phone system and the extension. */
export function ExtensionsPage({ path }: { path: readonly string[] }) {
  const { client } = usePortal()
  const [uuid, extensionId] = path
  const instances = useLoaded('instances', (signal) => client.call('GET /instances', {}, undefined, signal))
  // Kept here, so that the list is as it was when one comes back to it.
  const [query, setQuery] = useState(wholeList)
  if (!instances.value)
    return instances.error === undefined ? (
      <LoadingState />
    ) : (
      <ErrorState error={instances.error} onRetry={instances.reload} />
    )
  const instance = uuid === undefined ? instances.value[0] : instances.value.find((one) => one.uuid === uuid)
  if (!instance)
    return uuid === undefined ? (
      <EmptyState icon={<Server />} title={p.extensions.noInstances}>
        {p.extensions.noInstancesHint}
      </EmptyState>
    ) : (
      <EmptyState icon={<Server />} title={p.extensions.noInstance} />
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
        instances.value.length > 1 && (
          <SelectField
            label={p.extensions.instance}
            value={instance.uuid}
            onChange={(event) => {
              setQuery(wholeList)
              openPortalPath('extensions', event.target.value)
            }}
          >
            {instances.value.map((one) => (
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
