import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

interface CardGestures {
  isOn: boolean;
  isSelecting: boolean;
  onToggle: () => void;
  onLongPress: () => void;
}

const longPressMs = 500;

/** On phones a long press selects the card. While the user selects, a tap anywhere on the card does. */
export function useCardGestures({ isOn, isSelecting, onToggle, onLongPress }: CardGestures) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; isLong: boolean }>(undefined);
  const end = () => clearTimeout(press.current?.timer);
  useEffect(() => end, []);
  if (!isOn) return {};
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      end();
      if (isSelecting || pointerType === 'mouse') return;
      const timer = setTimeout(() => {
        press.current = { timer, isLong: true };
        onLongPress();
      }, longPressMs);
      press.current = { timer, isLong: false };
    },
    onPointerUp: end,
    // Scrolling cancels the pointer.
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (press.current?.isLong) event.preventDefault();
    },
    // The release of a long press is also a click.
    onClickCapture: (event: MouseEvent) => {
      const wasLong = press.current?.isLong === true;
      press.current = undefined;
      if (!wasLong && (!isSelecting || event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!wasLong) onToggle();
    },
  };
}
