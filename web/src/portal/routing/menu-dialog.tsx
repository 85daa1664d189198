import type { Menu, NewMenu } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { SwitchField, TextField } from '../../ui/field.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { MenuOptionFields, type OptionForm } from './menu-option-fields.tsx'
import { MenuPrompt } from './menu-prompt.tsx'
import type { RouteEditing } from './route.ts'
import { numberOf, RouteDialog } from './route-dialog.tsx'

interface MenuDialogProps extends RouteEditing<Menu> {
  /** The prompt is saved at once, beside the form. */
  onChanged: () => void
}

export function MenuDialog({ instanceUuid, onChanged, ...editing }: MenuDialogProps) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const texts = p.routing.menus
  return (
    <RouteDialog
      {...editing}
      add={texts.add}
      formOf={formOf}
      bodyOf={bodyOf}
      create={(body) => client.call('POST /instances/{instance_uuid}/menus', at, body)}
      change={(id, changes) =>
        client.call('PATCH /instances/{instance_uuid}/menus/{menu_id}', { ...at, menu_id: id }, changes)
      }
    >
      {({ form, set, faultAt }) => {
        const number = (name: 'timeout' | 'tries', label: string, unit: string) => (
          <TextField
            label={label}
            unit={unit}
            error={faultAt(`/${name}`)}
            inputMode="numeric"
            value={form[name]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        )
        const destination = (name: 'silent' | 'wrong', pointer: string, label: string) => (
          <TextField
            label={label}
            hint={p.routing.destinationHint}
            error={faultAt(pointer)}
            autoComplete="off"
            value={form[name]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        )
        return (
          <>
            <MenuPrompt instanceUuid={instanceUuid} menu={editing.route} onChanged={onChanged} />
            <MenuOptionFields
              options={form.options}
              faultAt={faultAt}
              onChange={(options) => set({ options })}
            />
            <SwitchField
              label={texts.directDial}
              checked={form.directDial}
              onChange={(event) => set({ directDial: event.target.checked })}
            />
            <FieldGrid>
              {number('timeout', texts.timeout, p.routing.groups.seconds)}
              {number('tries', texts.tries, texts.times)}
              {destination('silent', '/timeout_destination', texts.silent)}
              {destination('wrong', '/invalid_destination', texts.wrong)}
            </FieldGrid>
          </>
        )
      }}
    </RouteDialog>
  )
}

const formOf = (menu: Menu | undefined) => ({
  number: String(menu?.number ?? ''),
  name: menu?.name ?? '',
  options: (menu?.options ?? []).map(
    (option): OptionForm => ({ key: option.digit, ...option }),
  ) as readonly OptionForm[],
  timeout: String(menu?.timeout ?? 5),
  tries: String(menu?.tries ?? 3),
  silent: menu?.timeout_destination ?? '',
  wrong: menu?.invalid_destination ?? '',
  directDial: menu?.direct_dial ?? false,
})

const bodyOf = (form: ReturnType<typeof formOf>): NewMenu => ({
  number: numberOf(form.number),
  name: form.name.trim(),
  options: form.options.map(({ digit, destination }) => ({ digit, destination: destination.trim() })),
  timeout: numberOf(form.timeout),
  tries: numberOf(form.tries),
  timeout_destination: form.silent.trim(),
  invalid_destination: form.wrong.trim(),
  direct_dial: form.directDial,
})
