"""Chinese words of the trade and what code calls them, so that Chinese questions find English code.

Data and one look-up; not a translator. Used by `chatapp.providers.extractive.question`.
"""

import re
from typing import Final

_ENTRIES: Final = """
会话=conversation session  对话=conversation chat turn  聊天=chat  消息=message  历史=history
提问=ask question  问题=question  回答=answer  答案=answer  问答=ask answer  建议=suggestion
用户=user  成员=member  账户=account  账号=account  租户=tenant account  管理员=admin  角色=role
登录=login  登陆=login  注销=logout  退出=exit logout  认证=auth authenticate  鉴权=auth authorize
授权=authorize grant permission  权限=permission scope  密码=password  密钥=key secret
凭证=credential  令牌=token  签名=signature sign  加密=encrypt cipher  解密=decrypt  哈希=hash
证书=certificate  请求=request  响应=response  回复=reply response  接口=interface api endpoint
路由=route router  端点=endpoint  网关=gateway  代理=proxy agent  中间件=middleware
处理器=handler  控制器=controller  浏览器=browser web  服务器=server  服务=service server
客户端=client  前端=frontend static template  后端=backend  页面=page template  模板=template
渲染=render  样式=style css  表单=form  按钮=button  流式=stream streaming  流=stream
推送=push stream  事件=event  传输=transport  连接=connection connect  断开=disconnect close
断线=disconnect  重连=reconnect  心跳=heartbeat  恢复=resume restore recover  数据库=database db
数据=data  数据表=table  表=table  字段=field column  索引=index  查询=query  检索=search retrieve
搜索=search  全文=fulltext  排名=rank ranking  排序=sort order rank  迁移=migration
事务=transaction  提交=commit submit  回滚=rollback  存储=store storage  保存=save store persist
持久化=persist store  缓存=cache  过期=expire ttl  失效=invalidate expire  锁=lock  续租=renew
并发=concurrent concurrency parallel  并行=parallel  异步=async  同步=sync  线程=thread
进程=process  协程=greenlet coroutine  队列=queue  任务=job task  调度=schedule
定时=schedule timer  后台=background  限流=rate limit  限制=limit  配额=quota  额度=quota budget
预算=budget  计费=billing usage  用量=usage  超时=timeout deadline  重试=retry  退避=backoff
取消=cancel  停止=stop  中止=abort stop  终止=terminate  启动=start serve boot  运行=run
执行=execute run  调用=call  触发=trigger  创建=create  新建=create new  注册=register
删除=delete remove  移除=remove  更新=update  修改=change modify  添加=add  插入=insert
读取=read load  写入=write  加载=load  打开=open  关闭=close  解析=parse resolve  编码=encode
解码=decode  序列化=serialize json  转换=convert  映射=map  校验=validate check
验证=verify validate  检查=check  配置=config configuration settings  设置=setting settings
环境变量=environment environ  参数=argument parameter  默认=default  选项=option
命令行=cli command  命令=command  脚本=script  日志=log logging  监控=monitor  错误=error
异常=exception error  失败=fail failure  警告=warning  调试=debug  测试=test  断言=assert
模型=model  提供商=provider  提供者=provider  供应商=provider  大模型=llm model
语言模型=language model  工具=tool  工具调用=tool call  提示词=prompt  提示=prompt hint
上下文=context  推理=reasoning  轮次=turn round  一轮=turn  轮=round turn  循环=loop
终态=terminal state  状态=state status  引用=citation reference  证据=evidence  来源=source
出处=source citation  片段=chunk snippet fragment  文件=file  目录=directory folder  路径=path
仓库=repository repo  代码=code source  代码库=codebase repository  分支=branch fork  分叉=fork
克隆=clone  版本=version  发布=release  部署=deploy  构建=build  编译=compile  函数=function
方法=method  类=class  对象=object  实例=instance  变量=variable  常量=constant  类型=type
模块=module  包=package  依赖=dependency import  导入=import  导出=export  继承=inherit subclass
装饰器=decorator  生成器=generator  迭代=iterate iterator  回调=callback  钩子=hook
插件=plugin extension  扩展=extension  协议=protocol  适配器=adapter  工厂=factory  单例=singleton
观察者=observer  符号=symbol  语法=syntax grammar  语法树=tree syntax ast  图=graph
调用图=call graph  死代码=dead code  未使用=unused  风险=risk  影响=impact affect
复杂度=complexity  设计=design  决策=decision  架构=architecture  原因=reason why
文档=document documentation  知识库=knowledge documents  附件=attachment file  上传=upload
下载=download  导航=navigation  分页=page pagination  过滤=filter  分组=group
幂等=idempotent request_id  重放=replay  去重=duplicate dedupe  快照=snapshot  日记=journal
归档=archive  置顶=pin  标题=title  重命名=rename  分享=share  审计=audit  邀请=invite
安全=security safe  沙箱=sandbox  注入=injection inject  跨域=cors origin  白名单=allowlist allow
网络=network  端口=port  地址=address url  域名=domain host  时间=time clock
时区=timezone time_zone  时钟=clock  日期=date  语言=language  国际化=i18n locale  翻译=translate
图片=image  字体=font  进度=progress  计数=count counter  统计=statistics stats
指标=metric metrics  性能=performance  内存=memory  磁盘=disk  清理=clean cleanup sweep
清扫=sweep  回收=collect release  释放=release free  租约=lease  槽=slot  信号=signal
开关=switch flag  界面=ui interface page  面板=panel  卡片=card  制品=artifact  产物=artifact
嵌入=embedding embed  向量=vector embedding  分词=tokenize words  截断=truncate cut  裁剪=trim
合并=merge  拆分=split  比较=compare  匹配=match  替换=replace swap  发送=send  接收=receive
返回=return  输出=output  输入=input  打印=print
"""

GLOSSARY: Final = dict(entry.split("=") for entry in re.split(r"\s{2,}|\n", _ENTRIES) if entry)
_LONGEST_FIRST: Final = re.compile("|".join(sorted(GLOSSARY, key=len, reverse=True)))


def choices_for(text: str) -> tuple[tuple[str, ...], ...]:
    """For each thing that a Chinese text names, what code may call it; longest words win."""
    found = (tuple(GLOSSARY[entry].split()) for entry in _LONGEST_FIRST.findall(text))
    return tuple(dict.fromkeys(found))


def english_for(text: str) -> tuple[str, ...]:
    """All the words of `choices_for`, each once."""
    return tuple(dict.fromkeys(word for words in choices_for(text) for word in words))
