import { Modal as BootstrapModal, type ModalProps } from 'react-bootstrap';
import { useCloseOnBack } from '../lib/navigation-guard';

/** The browser's Back does what a click beside it does (docs/product/errors-and-http.md#forms-in-dialogs). */
function BackModal(modal: ModalProps) {
  const { show = false, backdrop, onHide } = modal;
  useCloseOnBack(show, () => {
    if (backdrop !== 'static') onHide?.();
  });
  return <BootstrapModal {...modal} />;
}

export const Modal = Object.assign(BackModal, {
  Header: BootstrapModal.Header,
  Title: BootstrapModal.Title,
  Body: BootstrapModal.Body,
  Footer: BootstrapModal.Footer,
});
