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
  const beginLongPress = () => {
    if (!press.current || press.current.isLong) return;
    end();
    press.current.isLong = true;
    onLongPress();
  };
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      end();
      const isPress = !isSelecting && pointerType !== 'mouse';
      press.current = isPress ? { timer: setTimeout(beginLongPress, longPressMs), isLong: false } : undefined;
    },
    onPointerUp: end,
    // Scrolling cancels the pointer.
    onPointerCancel: end,
    // Some browsers open the menu of a link at a long press, before the timer ends.
    onContextMenu: (event: MouseEvent) => {
      if (!press.current) return;
      event.preventDefault();
      beginLongPress();
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
