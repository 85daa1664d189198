import type { BusinessHours } from '@switchboard/client/telephony'
import { Clock, Moon } from 'lucide-react'
import type { RowAction } from '../../resource/resource.ts'
import { p } from '../../texts/portal-texts.ts'
import { useOwnExtensions } from '../overview/attention-queries.ts'
import { usePortal } from '../shell/portal-context.ts'

/** Closes by hand, and ends that: for managers, and for the people whom the opening hours name. */
export function useNightMode(instanceUuid: string) {
  const { client, mayManage } = usePortal()
  const own = useOwnExtensions().data ?? []
  const isNamed = ({ switched_by: numbers }: BusinessHours) =>
    own.some(({ pbx, data }) => pbx === instanceUuid && numbers.includes(String(data.id)))
  return {
    actions(hours: BusinessHours): readonly RowAction[] {
      if (!mayManage && !isNamed(hours)) return []
      const isByHand = hours.mode !== 'schedule'
      return [
        {
          label: isByHand ? p.routing.hours.resume(hours.name) : p.routing.hours.close(hours.name),
          icon: isByHand ? <Clock /> : <Moon />,
          onChoose: () =>
            client.call(
              'PUT /instances/{instance_uuid}/business-hours/{business_hours_id}/mode',
              { instance_uuid: instanceUuid, business_hours_id: hours.id },
              { mode: isByHand ? 'schedule' : 'closed' },
            ),
        },
      ]
    },
  }
}
