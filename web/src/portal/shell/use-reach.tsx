import { MessageSquareText, Phone, PhoneOff } from 'lucide-react'
import type { RowAction } from '../../resource/resource.ts'
import { followAddress } from '../../shell/address.ts'
import { useCallObstacle, usePlaceCall } from '../../shell/place-call.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { portalAddress } from './portal-path.ts'

interface Reachable {
  name: string
  /** empty: not known */
  number: string
  /** where texts reach them */
  textNumber: string | undefined
}

/**
 * Calls and texts somebody from a row of a list. If the person cannot call, the button says why. A browser that is no
 * phone hands the number to the device.
 */
export function useReach(): (who: Reachable) => readonly RowAction[] {
  const placeCall = usePlaceCall()
  const obstacle = useCallObstacle()
  const call = placeCall ?? ((number: string) => location.assign(`tel:${number}`))
  return ({ name, number, textNumber }) => [
    obstacle
      ? {
          label: p.shell.call(name),
          icon: <PhoneOff />,
          onChoose: () => showToast(t.status[obstacle], 'danger'),
        }
      : {
          label: p.shell.call(name),
          icon: <Phone />,
          disabled: number === '',
          ...(number === '' && { tooltip: p.shell.noNumber(name) }),
          onChoose: () => call(number),
        },
    {
      label: p.shell.text(name),
      icon: <MessageSquareText />,
      disabled: textNumber === undefined,
      ...(textNumber === undefined && { tooltip: p.shell.noTextNumber(name) }),
      onChoose: () =>
        followAddress(`${portalAddress('texting')}?${new URLSearchParams({ to: textNumber ?? '' })}`),
    },
  ]
}
