import { useEffect, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { type DevicePush, findDevicePush, switchPushOff, switchPushOn } from '../../api/device-push.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { SwitchField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SettingCheck } from '../setting-check.tsx'

/** Whether this browser is notified while the app is closed. It belongs to the browser, not to the account. */
export function DeviceSwitch() {
  const me = useChat((state) => state.me.userId)
  const [push, setPush] = useState<DevicePush>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    void findDevicePush(me).then(setPush)
  }, [me])
  if (push === undefined) return null
  async function change(isOn: boolean) {
    setBusy(true)
    setError(undefined)
    try {
      setPush(await (isOn ? switchPushOn(me) : switchPushOff()))
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const texts = t.settings.notifications
  return (
    <>
      <SwitchField
        label={texts.device}
        hint={texts.deviceHints[push]}
        checked={push === 'on'}
        disabled={busy || push === 'unsupported' || push === 'blocked'}
        onChange={(event) => void change(event.target.checked)}
      />
      {error !== undefined && <Notice look="danger">{texts.deviceFailed(messageOf(error))}</Notice>}
      {push === 'on' && <SettingCheck name="enable_online_push_notifications" label={texts.deviceOnline} />}
    </>
  )
}
