import type { FeatureCode } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { NoSipNotice } from '../shell/no-sip-notice.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

/** /portal/codes: what people can dial at their phones, to print and to put beside one. */
export function CodesPage() {
  const { client } = usePortal()
  const codes = useQuery({
    queryKey: portalKeys.codes,
    queryFn: ({ signal }) => client.call('GET /feature-codes', {}, undefined, { signal }),
  })
  const resource: Resource<FeatureCode> = {
    title: p.codes.title,
    intro: p.codes.intro,
    query: codes,
    above: <NoSipNotice />,
    idOf: ({ name }) => name,
    nameOf: ({ name }) => p.codes.names[name],
    empty: { title: p.codes.title },
    buttons: () => (
      <Button icon={<Printer />} onClick={() => window.print()}>
        {p.codes.print}
      </Button>
    ),
    columns: [
      {
        heading: p.codes.dial,
        cell: ({ code, number }) => (
          <kbd>
            {code}
            {number === 'required' && ` ${p.codes.number}`}
            {number === 'optional' && ` (${p.codes.number})`}
          </kbd>
        ),
      },
      { heading: p.codes.purpose, wide: true, cell: ({ name }) => p.codes.names[name] },
    ],
  }
  return <ResourceList resource={resource} />
}
