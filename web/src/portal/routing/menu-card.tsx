import { useQuery } from '@tanstack/react-query'
import type { Menu } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { MenuDialog } from './menu-dialog.tsx'
import { RouteCard } from './route-card.tsx'

export function MenuCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const menus = useQuery({
    queryKey: portalKeys.routing.list('menus', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/menus', { ...at, page_size: 1000 }, undefined, { signal }),
  })
  return (
    <RouteCard<Menu>
      texts={p.routing.menus}
      routes={menus}
      describe={({ options, prompt }) =>
        [
          ...options.map(({ digit, destination }) => `${digit} → ${destination}`),
          ...(prompt ? [] : [p.routing.menus.noPrompt]),
        ].join(', ')
      }
      // The next step is the prompt.
      opensNew
      dialog={({ route, ...editing }) => (
        <MenuDialog
          key={route?.id}
          instanceUuid={instanceUuid}
          // The prompt may have changed while the dialog is open.
          route={route && (menus.data?.find(({ id }) => id === route.id) ?? route)}
          onChanged={menus.refetch}
          {...editing}
        />
      )}
      remove={({ id }) =>
        client.call('DELETE /instances/{instance_uuid}/menus/{menu_id}', { ...at, menu_id: id })
      }
    />
  )
}
