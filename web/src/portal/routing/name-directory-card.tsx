import type { NameDirectory, NewNameDirectory } from '@switchboard/client/telephony'
import { p } from '../../texts/portal-texts.ts'
import { numberName, useKnownNumbers, useNameDirectories } from '../numbers/known-numbers.ts'
import { numberField } from '../numbers/number-picker.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { RouteCard, routeFields, useFreshRoute } from './route-card.tsx'

const DIRECTORY = 'instances/{instance_uuid}/name-directories/{name_directory_id}'

/** Numbers at which callers find people by the letters of their names. */
export function NameDirectoryCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const freshRoute = useFreshRoute(instanceUuid)
  const directories = useNameDirectories(instanceUuid)
  const numbers = useKnownNumbers(
    instanceUuid,
    (directories.data ?? []).map(({ destination }) => destination),
  )
  const place = (id: string) => ({ ...at, name_directory_id: id })
  const texts = p.routing.directories
  return (
    <RouteCard<NameDirectory, NewNameDirectory>
      texts={texts}
      routes={directories}
      describe={({ destination }) => (destination === '' ? texts.finds : numberName(numbers, destination))}
      fields={() => [
        routeFields(),
        {
          kind: 'row',
          fields: [
            { kind: 'number', at: '/tries', label: texts.tries, unit: p.routing.menus.times },
            numberField('/destination', { instanceUuid, label: texts.destination, none: p.numbers.ends }),
          ],
        },
      ]}
      create={{
        fresh: { ...freshRoute, tries: 3, destination: '' },
        save: (directory) => client.call('POST /instances/{instance_uuid}/name-directories', at, directory),
      }}
      change={{
        storedOf: (directory) => directory,
        save: ({ id }, patch) => client.call(`PATCH /${DIRECTORY}`, place(id), patch),
      }}
      remove={(id) => client.call(`DELETE /${DIRECTORY}`, place(id))}
    />
  )
}
