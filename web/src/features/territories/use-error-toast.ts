import { messageOf } from '../../lib/http';
import { useToast } from '../../ui/toasts';

export function useErrorToast(failure: string): (error: unknown) => void {
  const toast = useToast();
  return (error) => toast.error(`${failure}:`, messageOf(error, 'Lead Finder did not answer.'), error);
}
