// The usual theme in our colours, with the type of the reader's machine: no font has to be fetched.
import { onContentUpdated } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { onMounted } from 'vue';
import '../../theme/colours.css';
import '../../theme/pages.css';
import '../../theme/pictures.css';
import '../../theme/ways.css';
import { keepTicks, openWayOf } from '../../theme/pages.ts';

export default {
  extends: theme,
  setup() {
    const open = () => openWayOf(location.hash);
    onContentUpdated(open);
    onContentUpdated(keepTicks);
    onMounted(() => window.addEventListener('hashchange', open));
  },
};
