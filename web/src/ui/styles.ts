// The order matters: the theme sets Bootstrap's variables to its own tokens.
import 'bootstrap/dist/css/bootstrap.min.css';
import 'bootstrap-icons/font/bootstrap-icons.min.css';
import '@fontsource-variable/inter/index.css';
import './tokens.css';
import './theme.css';
import './shell.css';
import './phone.css';
