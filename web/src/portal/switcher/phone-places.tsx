import type { Extension } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { Place } from '../../shell/place.ts'
import { p } from '../../texts/portal-texts.ts'
import { useDelayed } from '../../ui/use-delayed.ts'
import { loadExtensions } from '../numbers/load-extensions.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { portalAddress } from '../shell/portal-path.ts'
import { sectionAddress, sectionsFor } from '../shell/portal-sections.ts'

interface PhonePlacesProps {
  query: string
  onPlaces: (places: readonly Place[]) => void
}

/** Finds the pages of the portal, and extensions by number and name. Shows nothing. */
export function PhonePlaces({ query, onPlaces }: PhonePlacesProps) {
  const { role, isChatAdmin } = usePortal()
  const extensions = useFoundExtensions(query)
  const places = useMemo(() => {
    const sections = sectionsFor(role)
    return [
      ...sections.map(
        ({ name, icon }): Place => ({
          key: `portal-${name}`,
          label: p.shell.sections[name],
          picture: { icon },
          address: sectionAddress(name, isChatAdmin),
          isPage: true,
          ...{ unread: 0, mentions: 0, newest: 0, order: 2 },
        }),
      ),
      ...extensions.map(
        ({ _id, pbx, data }): Place => ({
          key: `extension-${_id}`,
          label: `${data.id} ${data.name}`,
          detail: p.shell.extension,
          picture: { icon: Phone },
          address: portalAddress('extensions', pbx, _id),
          ...{ unread: 0, mentions: 0, newest: 0, order: 3 },
        }),
      ),
    ]
  }, [role, isChatAdmin, extensions])
  useEffect(() => onPlaces(places), [places, onPlaces])
  return null
}

const none: Extension[] = []

function useFoundExtensions(query: string): readonly Extension[] {
  const { client } = usePortal()
  const search = useDelayed(query.trim())
  // An error is not shown: the other places can still be found.
  const { data } = useQuery({
    enabled: search !== '',
    queryKey: portalKeys.extensions.find(search),
    queryFn: async ({ signal }) => {
      const instances = await client.call('GET /instances', {}, undefined, { signal })
      const pages = await Promise.all(
        instances.map(({ uuid }) => loadExtensions(client, uuid, { page: 1, values: { search } }, signal)),
      )
      return pages.flatMap(({ items }) => items)
    },
  })
  return data ?? none
}
