import type { Device } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-failure.ts'
import type { ResourceDialogProps } from '../../resource/resource.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopiedValue } from '../../ui/copy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { RegistrationLines } from '../status/registration-lines.tsx'

/** What to enter at the phone, and whether it was seen. */
export function DeviceSetup({
  instanceUuid,
  item: device,
  onClose,
  reload,
}: ResourceDialogProps<Device> & { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid, device_id: device.id }
  const address = useQuery({
    queryKey: portalKeys.devices.address(device.id),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/devices/{device_id}/address', at, undefined, { signal }),
    retry: false,
  })
  const submit = useSubmit()
  const renew = () =>
    submit.run(async () => {
      await client.call('POST /instances/{instance_uuid}/devices/{device_id}/new-secret', at)
      await address.refetch()
      reload()
    })
  return (
    <Dialog
      title={p.devices.setUpTitle(device.label)}
      onClose={onClose}
      actions={
        <Button disabled={submit.busy} onClick={() => void renew()}>
          {p.devices.newSecret}
        </Button>
      }
    >
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {!device.can_fetch && <Notice look="warning">{p.devices.outdated}</Notice>}
      {address.error !== null && <p>{p.devices.addressHidden}</p>}
      {address.data && (
        <>
          <p>{address.data.qr === null ? p.devices.addressHint : p.devices.qrHint}</p>
          <CopiedValue label={p.devices.address} value={address.data.qr ?? address.data.url} />
          {address.data.qr !== null && (
            <QrCode label={p.devices.qrLabel(device.label)} text={address.data.qr} />
          )}
          <p>
            {p.devices.files}: {address.data.files.join(', ')}
          </p>
        </>
      )}
      {device.fetched_at && (
        <p>
          {p.devices.seen}: <DateTime at={device.fetched_at} /> {device.user_agent}
        </p>
      )}
      {device.registered_at && (
        <p>
          {p.devices.registered}: <DateTime at={device.registered_at} /> {device.registered_address}
        </p>
      )}
      <Registrations instanceUuid={instanceUuid} deviceId={device.id} />
    </Dialog>
  )
}

/** Where its extensions are registered now, and whether that is encrypted. */
function Registrations({ instanceUuid, deviceId }: { instanceUuid: string; deviceId: string }) {
  const { client } = usePortal()
  const { data } = useQuery({
    queryKey: portalKeys.devices.registrations(deviceId),
    queryFn: ({ signal }) =>
      client.call(
        'GET /instances/{instance_uuid}/devices/{device_id}/registrations',
        { instance_uuid: instanceUuid, device_id: deviceId },
        undefined,
        { signal },
      ),
    retry: false,
  })
  if (!data) return null
  return (
    <>
      <h3>{p.devices.registrations}</h3>
      <RegistrationLines registrations={data} />
    </>
  )
}
