import { useToast } from '../../ui/toasts';
import { useSwitchPush, usePush, type PushState } from './api';
import { ChoiceSwitch } from './choice-switch';

const hints: Record<PushState, string> = {
  on: 'Shows what arrives in the bell, also while Lead Finder is closed',
  off: 'Shows what arrives in the bell, also while Lead Finder is closed',
  blocked: 'This browser blocks notifications. Allow them for this page in its settings, then try again.',
  unsupported: 'This browser cannot show them.',
  'not installed': 'On an iPhone or iPad, add Lead Finder to the home screen first.',
};

/** Asks for the browser's permission only when the user switches it on. */
export function PushChoice() {
  const toast = useToast();
  const { data, isError } = usePush();
  const { mutate, isPending } = useSwitchPush();
  const choose = (isOn: boolean) =>
    mutate(isOn, {
      onError: (failure) =>
        toast.failure(failure, 'Error', 'The push service of this browser does not respond. Try again later.'),
    });
  const state = data?.state ?? (isError ? 'unsupported' : undefined);
  return (
    <fieldset className="lf-choices">
      <legend>On this device</legend>
      <ChoiceSwitch
        label="Reminders on this device"
        hint={hints[state ?? 'off']}
        isOn={state && state === 'on'}
        disabled={isPending || (state !== 'on' && state !== 'off')}
        onChoose={choose}
      />
    </fieldset>
  );
}
