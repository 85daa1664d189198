import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { CopiedValue } from '../../ui/copy-button.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

const settings = [
  'display_name',
  'username',
  'password',
  'domain',
  'outbound_proxy',
  'transport',
  'registration_expires',
  'uri',
  'mailbox',
] as const

/** The values to enter into a phone by hand. */
export function PhoneSettings({ instanceUuid, extensionId }: { instanceUuid: string; extensionId: string }) {
  const { client } = usePortal()
  const [shown, setShown] = useState(false)
  const provisioning = useQuery({
    queryKey: portalKeys.extensions.provisioning(extensionId),
    queryFn: ({ signal }) =>
      client.call(
        'GET /instances/{instance_uuid}/extensions/{extension_id}/provisioning',
        { instance_uuid: instanceUuid, extension_id: extensionId },
        undefined,
        { signal },
      ),
  })
  if (!provisioning.data)
    return provisioning.error === null ? (
      <LoadingState />
    ) : (
      <ErrorState error={provisioning.error} onRetry={provisioning.refetch} />
    )
  const values = provisioning.data
  return (
    <FactList>
      {settings.map((name) => {
        const label = p.extensions.provisioning[name]
        const value = String(values[name])
        return (
          <Fact key={name} label={label}>
            {name === 'password' && !shown ? (
              <code>••••••••</code>
            ) : (
              <CopiedValue label={label} value={value} />
            )}
            {name === 'password' && (
              <IconButton
                label={shown ? p.extensions.hideSecret(label) : p.extensions.showSecret(label)}
                onClick={() => setShown(!shown)}
              >
                {shown ? <EyeOff /> : <Eye />}
              </IconButton>
            )}
          </Fact>
        )
      })}
    </FactList>
  )
}
